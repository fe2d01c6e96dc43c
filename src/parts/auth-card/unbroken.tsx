import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './unbroken.css'

/** Short words with a hyphen, such as two-factor, and phone numbers, masked or not. */
const WHOLE = /(\b\w{1,8}-\w{1,8}\b|\+[\d*][\d* ()-]*[\d*])/

/** A line that ends with the hyphen of such a word, or within a number, reads badly. */
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
