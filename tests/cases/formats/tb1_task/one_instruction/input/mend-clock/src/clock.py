step = -1
