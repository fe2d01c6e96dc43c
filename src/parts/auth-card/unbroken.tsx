import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './unbroken.css'

/** Matches short words with a hyphen, such as two-factor, and phone numbers, masked or not. */
const WHOLE = /(\b\w{1,8}-\w{1,8}\b|\+[\d*][\d* ()-]*[\d*])/

/** Renders a text without line breaks inside hyphenated words and phone numbers, which would be hard to read. */
export const Unbroken = ({ text }: { text: string }) => {
  useSheet(css)
  return text.split(WHOLE).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
      <span key={at} className="fe-unbroken">
        {part}
      </span>
    ),
  )
}
