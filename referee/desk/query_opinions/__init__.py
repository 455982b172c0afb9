"""The opinions about the answer that a sentence tells, which are none of its facts."""
