@node "%~dp0pulumi-resource-platform" %*
