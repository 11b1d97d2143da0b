// A page of the service over the form, in a frame: the bank's step, or the page that waits for the outcome.

/**
 * `whenOver` is called once, when the frame shows a page that has an outcome, or when `hasEnded`, which is
 * asked every ten seconds, returns true.
 */
export const openOver = (title: string, whenOver: () => Promise<void>, hasEnded?: () => Promise<boolean>) => {
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  dialog.className = 'bank';
  dialog.setAttribute('aria-label', title);
  Object.assign(frame, { name: 'step', title });
  dialog.append(frame);
  document.body.append(dialog);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('close', () => {
    if (dialog.isConnected) dialog.showModal();
  });
  const close = () => {
    if (!dialog.isConnected) return;
    dialog.remove();
    void whenOver();
  };
  addEventListener('message', ({ origin, source, data }) => {
    if (origin === location.origin && source === frame.contentWindow && data === 'challenge-over') close();
  });
  frame.addEventListener('load', () => {
    const shown = frame.contentDocument;
    if (shown?.URL === 'about:blank') return;
    if (!/challenge|checking/.test(shown?.body.dataset['runs'] ?? '')) close();
  });
  const look = async () => {
    if (!dialog.isConnected) return;
    if (await hasEnded?.()) close();
    else setTimeout(look, 10_000);
  };
  if (hasEnded) setTimeout(look, 10_000);
  dialog.showModal();
  dialog.scrollIntoView();
  return frame;
};
