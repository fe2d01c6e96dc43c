/**
 * Copies a text; rejects where the page may not. A page without a secure context, such as one of a company's network by
 * http, has no clipboard at all.
 */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)
