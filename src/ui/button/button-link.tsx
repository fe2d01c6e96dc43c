import type { ComponentPropsWithRef } from 'react'
import { useSheet } from '../style-root/style-root.tsx'
import css from './button.css'

/** A link styled as the primary action of a card. */
export const ButtonLink = ({ children, ...rest }: ComponentPropsWithRef<'a'>) => {
  useSheet(css)
  return (
    <a {...rest} part="button button-primary" className="fe-button fe-button-primary fe-button-l fe-button-block">
      <span className="fe-button-label">{children}</span>
    </a>
  )
}
