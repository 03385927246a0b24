"""Draws event photos with their truth; later also trains, evaluates and exports the model."""
