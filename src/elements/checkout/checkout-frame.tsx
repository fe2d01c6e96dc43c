import type { ReactNode } from 'react'
import { Card } from '../../ui/card/card.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './checkout.css'
import type { CheckoutViewProps } from './checkout-props.ts'

interface CheckoutFrameProps extends Pick<CheckoutViewProps, 'isInline' | 'state' | 'close'> {
  title: string
  description: string | undefined
  children: ReactNode
}

/** Renders the checkout as a dialog over the page, or as a card in it. */
export const CheckoutFrame = ({ isInline, state, close, title, description, children }: CheckoutFrameProps) => {
  useSheet(css)
  const body = <div className="fe-checkout-stack">{children}</div>
  if (isInline) {
    return (
      <Card title={title} text={description}>
        {body}
      </Card>
    )
  }
  // The dialog stays open while a call runs, so that its result can be shown.
  const onClose = () => {
    if (!state.loading) close()
  }
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      {body}
    </Dialog>
  )
}

/** Buttons, the primary one last. */
export const CheckoutFoot = ({ children }: { children: ReactNode }) => (
  <div className="fe-checkout-foot">{children}</div>
)
