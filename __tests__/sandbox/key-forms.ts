/** A key as it is, and as a careless server may give it back. */
export function encodings(key: string): string[] {
  const bytes = Buffer.from(key);
  return [
    key,
    bytes.toString('base64'),
    Buffer.from(`Bearer ${key}`).toString('base64'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase().replace(/../g, '%$&'),
  ];
}
