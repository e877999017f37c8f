"""The course of a deal as functions over the cells: its steps, events, tricks, questions and points."""
