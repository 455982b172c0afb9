"""The parts that games build their desk questions from."""
