import { Fragment } from 'react'

/** An email that breaks before "@" and "." rather than within a word. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no order but their own
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
