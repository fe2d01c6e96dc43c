import { useCallback, useState } from 'react'
import { useFrontEntry } from './provider.tsx'

interface DialogState {
  open: boolean
  /** Why the plan could not be bought the last time; `null` for no reason. */
  error: string | null
  /** The plan was bought. */
  success: boolean
}

/** Of {@link useCheckoutDialog}. */
export interface CheckoutDialog extends DialogState {
  /** Opens the checkout for the plan of this id. Rejects when its code cannot be loaded. */
  showDialog(planId: string): Promise<void>
  hideDialog(): void
}

const CLOSED: DialogState = { open: false, error: null, success: false }

/**
 * The checkout as a dialog over the page, and what became of it.
 *
 * @example
 * const Upgrade = () => {
 *   const { showDialog, success } = useCheckoutDialog()
 *   return success ? <p>Thank you</p> : <button type="button" onClick={() => showDialog('growth')}>Upgrade</button>
 * }
 */
export const useCheckoutDialog = (): CheckoutDialog => {
  const app = useFrontEntry()
  const [state, setState] = useState(CLOSED)
  const showDialog = useCallback(
    async (planId: string) => {
      setState({ ...CLOSED, open: true })
      const change = (changes: Partial<DialogState>) => setState((now) => ({ ...now, ...changes }))
      try {
        await app?.showCheckout({
          planId,
          onClose: () => change({ open: false }),
          onSuccess: () => change({ success: true, error: null }),
          onError: (error) => change({ error }),
        })
      } catch (error) {
        change({ open: false })
        throw error
      }
    },
    [app],
  )
  const hideDialog = useCallback(() => app?.hideCheckout(), [app])
  return { ...state, showDialog, hideDialog }
}
