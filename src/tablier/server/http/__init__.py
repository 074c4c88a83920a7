"""HTTP: typed endpoints, errors, security headers, rate limits, and the built pages."""
