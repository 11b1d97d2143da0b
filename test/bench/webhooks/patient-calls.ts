// Imported first: calls of the table may take long while everything shares one process.
process.env['AWS_CALL_TIMEOUT_MS'] ??= '30000';
