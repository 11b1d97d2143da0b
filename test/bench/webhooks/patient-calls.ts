// Must be imported first: calls of the table may take long while all functions share one process.
process.env['AWS_CALL_TIMEOUT_MS'] ??= '30000';
