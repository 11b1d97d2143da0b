// `preview: true` in a body: the call answers what it would do, and does nothing (api.md 7.10).
import { flag, withDefault } from './field.ts';

export const preview = () => withDefault(flag(), false);
