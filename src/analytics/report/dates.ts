/** Days as people read them. Each is `YYYY-MM-DD`, in UTC. */

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const FORMS = {
  /** Such as `5 January 2026`. */
  day: format({ day: 'numeric', month: 'long', year: 'numeric' }),
  month: format({ month: 'long', year: 'numeric' }),
  /** Such as `5 Jan`, `Mon 5 Jan` and `Jan 2026`. */
  shortDay: format({ day: 'numeric', month: 'short' }),
  weekday: format({ weekday: 'short', day: 'numeric', month: 'short' }),
  shortMonth: format({ month: 'short', year: 'numeric' }),
};
type Form = keyof typeof FORMS;

export function dayName(day: string, form: Form): string {
  return FORMS[form].format(Date.parse(day)).replace(',', '');
}

/** Such as `5–11 January 2026` or `29 December 2025 – 4 January 2026`, without the thin spaces that Intl has. */
export function rangeName({ from, to }: { readonly from: string; readonly to: string }, form: Form): string {
  return FORMS[form]
    .formatRange(Date.parse(from), Date.parse(to))
    .replaceAll('\u2009', ' ')
    .replace(/^(\d+) – (\d)/, '$1–$2');
}
