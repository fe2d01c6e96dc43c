import { useShownDomain } from './use-shown-domain.ts'

/** A text, such as an email, with its domains in the letters of their scripts. */
export const ShownDomain = ({ text }: { text: string }) => useShownDomain(text)
