pytest $TEST_DIR
