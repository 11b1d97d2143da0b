// The emulators share this machine with everything else, so a response may take seconds. This file is
// imported before any AWS client is created, because clients read the variable when they are loaded.
process.env['AWS_CALL_TIMEOUT_MS'] ??= '30000';
