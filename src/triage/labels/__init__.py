"""Labels: what people decided after reading runs. The files are the truth; the store only mirrors them."""
