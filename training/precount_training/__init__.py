"""Draws event photos with their truth, trains the networks on them, and evaluates and exports the model."""
