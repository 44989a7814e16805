# Tells the model where it is.
echo "The project has these files and directories: $(ls -p | paste -sd ' ' -)"
