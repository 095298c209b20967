/** Formats a number of bytes for display: `840 KB`, `1.5 MB`, `12 GB` (powers of 1000). */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : bytes >= 1e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e3, 'KB']
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
}
