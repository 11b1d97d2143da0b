// A dialog above a view.
import type { ComponentChildren, VNode } from 'preact';

/** A dialog of the browser: it keeps the focus, and Escape closes it. */
export function Modal({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose(): void;
  children: ComponentChildren;
}): VNode {
  return (
    <dialog
      aria-label={label}
      ref={openModal}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
const openModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog !== null && !dialog.open) dialog.showModal();
};
