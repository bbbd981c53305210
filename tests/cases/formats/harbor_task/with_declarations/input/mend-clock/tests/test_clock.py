def test_hour():
    assert hour() == 12
