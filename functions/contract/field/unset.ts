// What serializers write for what was never set (api.md 4.3).
/** The id and the date that .NET writes for what was never set. */
const UNSET = /^(?:0{32}$|\{?0{8}-(?:0{4}-){3}0{12}\}?$|0001-01-01)/;
export const isUnsetText = (value: unknown) => typeof value === 'string' && UNSET.test(value);
