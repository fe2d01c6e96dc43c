import { useEffect, useRef } from 'react'
import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import type { CommandBarProps } from './command-bar.props.ts'
import type { Command, CommandGroup } from './commands.ts'

interface ResultsProps extends CommandBarProps {
  id: string
  groups: readonly CommandGroup[]
  /** Index of the chosen one over all groups. */
  at: number
  onPoint(at: number): void
  onRun(command: Command): void
}

const Option = ({
  id,
  command,
  isChosen,
  onPoint,
  onRun,
}: {
  id: string
  command: Command
  isChosen: boolean
  onPoint(): void
  onRun(): void
}) => {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys (aria-activedescendant)
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="fe-command-option"
      onMouseMove={onPoint}
      onClick={onRun}
    >
      <Icon name={command.icon as IconName} />
      <span className="fe-command-label">{command.label}</span>
      {command.note && <span className="fe-command-note">{command.note}</span>}
    </div>
  )
}

const words = ({ state, groups, t }: ResultsProps): string => {
  if (state.phase === 'searching') return t('searching')
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  return t('count', { count })
}

const Hints = ({ t }: CommandBarProps) => (
  <div className="fe-command-hints" aria-hidden="true">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> {t('hintMove')}
    </span>
    <span>
      <kbd>↵</kbd> {t('hintOpen')}
    </span>
    <span>
      <kbd>Esc</kbd> {t('hintClose')}
    </span>
  </div>
)

const Group = (props: ResultsProps & { group: CommandGroup; from: number }) => {
  const { id, at, group, from, onPoint, onRun } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role
    <div role="group" aria-labelledby={`${id}-${group.id}`}>
      <div id={`${id}-${group.id}`} className="fe-command-group" role="presentation">
        {group.title}
      </div>
      {group.commands.map((command, index) => (
        <Option
          key={command.id}
          id={`${id}-${from + index}`}
          command={command}
          isChosen={from + index === at}
          onPoint={() => onPoint(from + index)}
          onRun={() => onRun(command)}
        />
      ))}
    </div>
  )
}

/** Place of the first command of a group among all. */
const startOf = (groups: readonly CommandGroup[], index: number): number =>
  groups.slice(0, index).reduce((sum, { commands }) => sum + commands.length, 0)

export const Results = (props: ResultsProps) => {
  const { state, t, id, groups } = props
  return (
    <>
      <div id={`${id}-list`} role="listbox" aria-label={t('results')} className="fe-command-list">
        {groups.map((group, index) => (
          <Group key={group.id} {...props} group={group} from={startOf(groups, index)} />
        ))}
      </div>
      {groups.length === 0 && state.phase === 'calm' && (
        <p className="fe-command-empty">{t('nothing', { text: state.text })}</p>
      )}
      {state.phase === 'failed' && (
        <p className="fe-command-empty" role="alert">
          {t('failed', { reason: state.error ?? '' })}
        </p>
      )}
      <Hints {...props} />
      <span className="fe-hidden" role="status">
        {words(props)}
      </span>
    </>
  )
}
