# Tells the model where it is, with every request.
echo "{\"systemMessage\": \"The project has $(ls | wc -l | tr -d ' ') files at its top: $(ls | tr '\n' ' ')\"}"
