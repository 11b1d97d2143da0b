// What a command says that shows a change and waits for --confirm.
export const UNCHANGED = { next: 'Nothing was changed. Repeat with --confirm.' };
