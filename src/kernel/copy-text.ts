/**
 * Copies text; rejects if the page may not. A page without a secure context, such as one served over http in a
 * company's network, has no clipboard at all.
 */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)
