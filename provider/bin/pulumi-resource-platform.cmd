@where node >nul 2>nul || (echo The platform plugin needs Node.js 20.19 or newer on PATH. 1>&2 & exit /b 1)
@node "%~dp0pulumi-resource-platform" %*
