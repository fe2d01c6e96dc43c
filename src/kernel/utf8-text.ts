/**
 * Returns a file's text. Bytes that aren't valid UTF-8 become nulls, which text never contains, and not U+FFFD, which
 * it may contain. Text in UTF-16, as PowerShell writes it, has a null next to every ASCII character.
 */
export const utf8Text = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\ufffd', '\0')
  }
}
