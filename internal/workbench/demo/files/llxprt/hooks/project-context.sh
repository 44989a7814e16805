# Tells the model where it is, with every request.
echo "{\"systemMessage\": \"$(bash "$LLXPRT_PROJECT_DIR/hooks/where.sh")\"}"
