import { useSheet } from '../style-root/style-root.tsx'
import css from './radio-group.css'

/** Styles radio buttons outside a `RadioGroup`: inputs of class `fe-radio-mark` look like those inside one. */
export const useRadioSheet = (): void => useSheet(css)
