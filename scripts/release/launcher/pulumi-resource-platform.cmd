@echo off
where node >nul 2>nul || goto missing
node "%~dp0start.cjs" %*
exit /b %errorlevel%
:missing
echo NEEDED 1>&2
exit /b 1
