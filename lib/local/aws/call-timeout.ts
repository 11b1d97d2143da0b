// The emulators share this machine with everything else, so an answer may take seconds. Imported before any
// client of AWS is made: clients read the variable when they are loaded.
process.env['AWS_CALL_TIMEOUT_MS'] ??= '30000';
