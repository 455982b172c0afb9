"""What who hosts the referee needs: daily copies, the findings of ``referee doctor``, the move to another database."""
