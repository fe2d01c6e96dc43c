import { Fragment } from 'react'
import { useShownDomain } from '../../../../ui/shown-domain/use-shown-domain.ts'

/** An email, with its domain in the letters of its script, that breaks before "@" and "." rather than within a word. */
export const Breakable = ({ text }: { text: string }) =>
  useShownDomain(text)
    .split(/(?=[@.])/)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no order but their own
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))
