import { useTexts } from '../../feature/feature-context.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './last-used.css'
import { lastUsedMessages } from './last-used.messages.ts'

/** Attributes for the button of a way in: a mark that takes no space, so that nothing moves, and leaves its name as it is. */
export const useLastUsedMark = () => {
  useSheet(css)
  const words = useTexts(lastUsedMessages)('lastUsed')
  return (isLast: boolean) => (isLast ? { 'aria-description': words, 'data-last-used': words } : {})
}
