sed -i s/-1/1/ clock.py
