import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './unbroken.css'
import { unbrokenParts } from './unbroken-parts.ts'

/** Renders a text without line breaks inside hyphenated words and phone numbers, which would be hard to read. */
export const Unbroken = ({ text }: { text: string }) => {
  useSheet(css)
  return unbrokenParts(text).map((part, at) =>
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
