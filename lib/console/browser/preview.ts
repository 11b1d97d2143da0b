// The name under which the answer to a preview is kept.
export const previewName = ({ path, body }: { path: string; body?: object }): string =>
  `preview ${path} ${JSON.stringify(body ?? {})}`;
