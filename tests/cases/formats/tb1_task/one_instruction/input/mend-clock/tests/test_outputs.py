def test_hour():
    assert True
