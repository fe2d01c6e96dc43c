import {
  type Environment,
  type UseComboboxGetItemPropsOptions,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  useCombobox,
} from 'downshift'
import {
  type ChangeEvent,
  type ComponentPropsWithRef,
  type HTMLAttributes,
  type KeyboardEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Icon } from '../icon/icon.tsx'
import { useUiText } from '../locale/ui-text.ts'
import popoverCss from '../popover/popover.css'
import { usePopover } from '../popover/use-popover.ts'
import { useSheet, useStyleTarget, useUiId } from '../style-root/style-root.tsx'
import { Chips, type ComboboxOption, type ComboboxProps } from './chips.tsx'
import css from './combobox.css'
import { type ArrivingProps, useFocusOf } from './use-focus-of.ts'

interface OptionsProps {
  items: readonly ComboboxOption[]
  values: readonly string[]
  at: number
  loading?: boolean
  propsOf(options: UseComboboxGetItemPropsOptions<ComboboxOption>): HTMLAttributes<HTMLElement>
}

const Options = ({ items, values, at, loading, propsOf }: OptionsProps) => {
  const t = useUiText()
  if (items.length === 0) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
      <div role="option" aria-disabled="true" aria-selected="false" className="fe-combobox-none">
        {t(loading ? 'loading' : 'noOptions')}
      </div>
    )
  }
  return items.map((item, index) => {
    const isChosen = values.includes(item.value)
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
      <div
        role="option"
        key={item.value}
        {...propsOf({ item, index })}
        aria-selected={isChosen}
        data-at={index === at || undefined}
        className="fe-combobox-option"
      >
        <span className="fe-combobox-label">
          {item.label}
          {item.hint && <span className="fe-combobox-hint">{item.hint}</span>}
        </span>
        {isChosen && <Icon name="check" />}
      </div>
    )
  })
}

/** Makes `instanceof` accept nodes of every window, because the host may move the portal to another document. */
const AnyNode = Object.defineProperty(() => {}, Symbol.hasInstance, {
  value: (node: Partial<Node> | null) => node?.nodeType !== undefined,
})

/**
 * Returns an environment in which downshift listens and finds the focus inside the shadow root, where events keep their
 * target.
 */
const environmentOf = (target: DocumentOrShadowRoot): Environment | undefined => {
  if (!(target instanceof ShadowRoot)) return undefined
  // The host may move the shadow root to another document.
  const asked = {
    get activeElement() {
      return target.activeElement ?? asked.body
    },
    get body() {
      return target.ownerDocument.body
    },
    createElement: (tag: string) => target.ownerDocument.createElement(tag),
    getElementById: target.getElementById.bind(target),
  }
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    document: asked as unknown as Document, // the four members downshift reads
    Node: AnyNode as unknown as typeof Node,
  }
}

type Reduce = (
  state: UseComboboxState<ComboboxOption>,
  change: UseComboboxStateChangeOptions<ComboboxOption>,
) => Partial<UseComboboxState<ComboboxOption>>

const { InputChange, ItemClick, InputBlur, InputKeyDownEnter } = useCombobox.stateChangeTypes

/** Typing highlights the first match, selecting keeps the list open at its position, and leaving selects nothing. */
const reduce: Reduce = (state, { changes, type }) => {
  if (type === InputChange) return { ...changes, highlightedIndex: changes.inputValue ? 0 : -1 }
  if (type === InputBlur) return { ...changes, selectedItem: null, inputValue: '' }
  if (type !== ItemClick && type !== InputKeyDownEnter) return changes
  // Selecting clears the search, so the selected option has a different index in the full list.
  const highlightedIndex = state.inputValue ? -1 : state.highlightedIndex
  return { ...changes, isOpen: true, highlightedIndex, inputValue: '' }
}

/** Height of eight options. */
const MAX_HEIGHT = 280

const matching = (options: readonly ComboboxOption[], text: string): ComboboxOption[] => {
  const wanted = text.trim().toLocaleLowerCase()
  return options.filter(({ label, hint = '' }) => `${label} ${hint}`.toLocaleLowerCase().includes(wanted))
}

/** Selects several of many options: typing filters the list, Enter selects, and Backspace removes the last one. */
export const ComboboxField = (props: ComboboxProps & ArrivingProps) => {
  useSheet(popoverCss)
  useSheet(css)
  const t = useUiText()
  const box = useFocusOf<HTMLDivElement>(props.hadFocus)
  const list = useRef<HTMLDivElement>(null)
  const target = useStyleTarget()
  const fallbackId = useUiId()
  const [text, setText] = useState('')
  const { options, values, onChange, id = fallbackId, disabled } = props
  const items = useMemo(() => matching(options, text), [options, text])
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  const combobox = useCombobox<ComboboxOption>({
    items,
    inputId: id,
    menuId: `${id}-list`,
    labelId: `${id}-label`,
    getItemId: (index) => `${id}-option-${index}`,
    inputValue: text,
    selectedItem: null,
    itemToString: (item) => item?.label ?? '',
    environment: useMemo(() => environmentOf(target), [target]),
    stateReducer: reduce,
    onInputValueChange: ({ inputValue }) => setText(inputValue),
    onStateChange: ({ type, selectedItem }) => {
      if ((type === ItemClick || type === InputKeyDownEnter) && selectedItem) toggle(selectedItem.value)
    },
  })
  const { isOpen, getInputProps, getMenuProps, getItemProps } = combobox
  const highlightedIndex = combobox.highlightedIndex < items.length ? combobox.highlightedIndex : -1
  usePopover(box, list, isOpen, { side: 'bottom', align: 'start', matchWidth: true, maxHeight: MAX_HEIGHT })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') onChange(values.slice(0, -1))
    // Escape closes the list first, and only then the dialog around it.
    if (event.key === 'Escape' && isOpen) event.preventDefault()
    if (event.key === 'Enter' && isOpen) event.preventDefault()
  }
  const inputProps: ComponentPropsWithRef<'input'> = getInputProps({
    'aria-label': props.label,
    'aria-describedby': props.describedBy,
    'aria-invalid': props.invalid || undefined,
    placeholder: values.length === 0 ? props.placeholder : undefined,
    disabled,
    onKeyDown,
    // The text is updated synchronously rather than in downshift's effect, which loses letters during fast typing.
    onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
  })
  return (
    <div className="fe-combobox" data-invalid={props.invalid || undefined} data-disabled={disabled || undefined}>
      <div ref={box} className="fe-combobox-box">
        <Chips options={options} values={values} disabled={disabled} onRemove={toggle} />
        <input
          {...inputProps}
          aria-labelledby={undefined}
          aria-activedescendant={highlightedIndex < 0 ? undefined : inputProps['aria-activedescendant']}
          className="fe-combobox-input"
        />
        <Icon name="chevron-down" size="s" />
      </div>
      <div
        {...getMenuProps({ ref: list, 'aria-label': props.label ?? t('options') })}
        role="listbox"
        popover="manual"
        aria-multiselectable="true"
        className="fe-popover fe-combobox-list"
      >
        {isOpen && (
          <Options items={items} values={values} at={highlightedIndex} propsOf={getItemProps} loading={props.loading} />
        )}
      </div>
    </div>
  )
}
