import { ChevronDown } from 'lucide'
import staffMenuStyles from '#web/styles/staff-menu.css?url'
import { dashboardMessages } from '#web/i18n/en/dashboard.ts'
import { useMessages } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Shows all entries of a long menu at once, where it is one row that scrolls. */
export const AllPagesButton = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => {
  const { allPages } = useMessages(dashboardMessages)
  return (
    <>
      <link rel="stylesheet" href={staffMenuStyles} precedence="screen" />
      <button className="sidemenu__all" type="button" aria-expanded={isOpen} onClick={onToggle}>
        {allPages}
        <Icon of={ChevronDown} size={20} />
      </button>
    </>
  )
}
