import { useSheet } from '../style-root/style-root.tsx'
import css from './radio-group.css'

/** For radio buttons outside a `RadioGroup`: an input of class `fe-radio-mark` looks like those in one. */
export const useRadioSheet = (): void => useSheet(css)
