"""What can be asked over HTTP, a module for each subject; `ENDPOINTS` in each are collected by the app."""
