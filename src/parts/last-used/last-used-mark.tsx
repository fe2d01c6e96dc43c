import { useTexts } from '../../feature/feature-context.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './last-used.css'
import { lastUsedMessages } from './last-used.messages.ts'

/** On the button of the way in that was used last; takes no space, so that nothing moves. */
export const LastUsedMark = () => {
  useSheet(css)
  return <span className="fe-last-used">{useTexts(lastUsedMessages)('lastUsed')}</span>
}
