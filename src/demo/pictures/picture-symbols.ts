import type { CategoryKey } from '../demo-event-kinds.ts'

/**
 * A symbol for each category, drawn in SVG in a square from -100 to 100. The classes `a`, `b` and `c` are three colours,
 * `l` is a line in the colour `b` and `k` one in the colour `a`.
 */
export const PICTURE_SYMBOLS: Readonly<Record<CategoryKey, string>> = {
  music: `<ellipse class="a" cx="-54" cy="62" rx="30" ry="22"/><ellipse class="a" cx="54" cy="42" rx="30" ry="22"/>
    <path class="a" d="M-40 62V-70L84-92V42H68V-52L-24-34V62z"/><circle class="c" cx="-72" cy="-62" r="14"/>`,
  classical: `<rect class="b" x="-98" y="-72" width="196" height="144" rx="10"/><rect class="a" x="-98" y="-88" width="196" height="26"/>
    <path class="k" d="M-70-62V72M-42-62V72M-14-62V72M14-62V72M42-62V72M70-62V72"/>
    <path class="a" d="M-79-62h18v80h-18zM-51-62h18v80h-18zM5-62h18v80H5zM33-62h18v80H33zM61-62h18v80H61z"/>
    <rect class="c" x="-98" y="72" width="196" height="14"/>`,
  pop: `<circle class="a" r="92"/><circle class="l" r="78"/><circle class="l" r="64"/><circle class="l" r="50"/>
    <circle class="c" r="34"/><circle class="b" r="7"/><path class="c" d="M78-98l18 8-44 92-14-8z"/>`,
  stage: `<path class="c" d="M-14-100h28L64 76H-64z"/><path class="a" d="M-100-100H-20Q-34 10-100 78z"/>
    <path class="a" d="M100-100H20Q34 10 100 78z"/><path class="l" d="M-74-100Q-78-20-98 30M74-100Q78-20 98 30"/>
    <rect class="b" x="-100" y="76" width="200" height="20"/>`,
  theatre: `<path class="c" d="M-6-52Q46-80 96-58V0Q94 62 42 84Q-8 58-6 0z"/><path class="a" d="M12-18q12-12 24 0q-12 10-24 0zM54-18q12-12 24 0q-12 10-24 0z"/>
    <path class="k" d="M20 46Q44 14 70 46"/><path class="a" d="M-96-86Q-46-64 6-82V-20Q2 40-46 60Q-94 40-96-20z"/>
    <path class="b" d="M-78-40q12-12 24 0q-12 10-24 0zM-36-40q12-12 24 0q-12 10-24 0z"/><path class="b" d="M-78 0Q-46 22-12 0Q-20 38-46 40Q-70 38-78 0z"/>`,
  film: `<circle class="a" r="88"/><circle class="b" cy="-50" r="21"/><circle class="b" cx="48" cy="-15" r="21"/><circle class="b" cx="29" cy="41" r="21"/>
    <circle class="b" cx="-29" cy="41" r="21"/><circle class="b" cx="-48" cy="-15" r="21"/><circle class="c" r="15"/>
    <path class="c" d="M0 74H100V92H0z"/>`,
  talks: `<path class="a" d="M-84-84H34a16 16 0 0 1 16 16V0a16 16 0 0 1-16 16H-34L-66 48V16H-84a16 16 0 0 1-16-16V-68a16 16 0 0 1 16-16z"/>
    <path class="c" d="M-4 30H64V-28H84a16 16 0 0 1 16 16V56a16 16 0 0 1-16 16H70V98L40 72H12a16 16 0 0 1-16-16z"/>
    <circle class="b" cx="-62" cy="-34" r="11"/><circle class="b" cx="-26" cy="-34" r="11"/><circle class="b" cx="10" cy="-34" r="11"/>`,
  lectures: `<ellipse class="k" rx="94" ry="36"/><ellipse class="k" rx="94" ry="36" transform="rotate(60)"/><ellipse class="k" rx="94" ry="36" transform="rotate(120)"/>
    <circle class="c" r="22"/><circle class="a" cx="94" r="12"/><circle class="a" cx="-47" cy="-81" r="12"/><circle class="a" cx="-47" cy="81" r="12"/>`,
  readings: `<path class="a" d="M0-58Q-46-88-98-70V66Q-46 50 0 78Q46 50 98 66V-70Q46-88 0-58z"/>
    <path class="b" d="M-6-46Q-44-70-86-58V50Q-44 40-6 60zM6-46Q44-70 86-58V50Q44 40 6 60z"/>
    <path class="k" d="M-70-32Q-44-36-20-24M-70-6Q-44-10-20 2M-70 20Q-44 16-20 28M70-32Q44-36 20-24M70-6Q44-10 20 2"/><path class="c" d="M48-74h22v58L59-26 48-16z"/>`,
  exhibitions: `<path class="k" d="M-60-60L0-98L60-60"/><rect class="a" x="-96" y="-64" width="192" height="150"/><rect class="b" x="-80" y="-48" width="160" height="118"/>
    <circle class="c" cx="38" cy="-14" r="20"/><path class="a" d="M-80 70V34L-30-18L20 34L42 14L80 48V70z"/>`,
  city: `<path class="c" d="M-100 60V-10H-70V-48L-52-74L-34-48V60z"/><path class="a" d="M-34 60V-20H6V-84H20V-98H28V-84H42V60z"/><path class="c" d="M42 60V-36L70-60L98-36V60z"/>
    <path class="b" d="M-22-4h12v16h-12zM-22 24h12v16h-12zM16-66h16v14H16zM16-38h16v14H16zM16-10h16v14H16zM62-16h16v16H62zM62 14h16v16H62z"/>
    <path class="a" d="M-100 60H100V74Q75 44 50 74Q25 44 0 74Q-25 44-50 74Q-75 44-100 74z"/>`,
  markets: `<path class="c" d="M-78 10H78V86H-78z"/><path class="a" d="M-84-20h12V90h-12zM72-20h12V90H72z"/>
    <path class="a" d="M-100-20L-76-84H-46L-60-20a20 20 0 0 1-40 0zM-20-20L-15-84H15L20-20a20 20 0 0 1-40 0zM60-20L46-84H76L100-20a20 20 0 0 1-40 0z"/>
    <path class="b" d="M-60-20L-46-84H-15L-20-20a20 20 0 0 1-40 0zM20-20L15-84H46L60-20a20 20 0 0 1-40 0z"/>
    <circle class="a" cx="-44" cy="34" r="15"/><circle class="b" cx="-10" cy="34" r="15"/><circle class="a" cx="24" cy="34" r="15"/><circle class="b" cx="54" cy="36" r="12"/>`,
  tours: `<path class="l" stroke-dasharray="14 12" d="M-96 84Q-40 40-70 0Q-90-40-40-50Q10-60 10 74"/>
    <path class="a" d="M36 84Q-24 8-24-36a60 60 0 0 1 120 0Q96 8 36 84z"/><circle class="b" cx="36" cy="-36" r="27"/><circle class="c" cx="-96" cy="84" r="14"/>`,
  sport: `<circle class="b" r="90"/><path class="a" d="M0-36L34-11L21 29H-21L-34-11z"/>
    <path class="k" d="M0-36V-88M34-11L84-28M21 29L52 73M-21 29L-52 73M-34-11L-84-28"/>
    <path class="a" d="M-26-86L0-68L26-86Q0-94-26-86zM88-18L72 4L84 30Q94 4 88-18zM66 60L44 58L32 84Q54 76 66 60zM-66 60L-44 58L-32 84Q-54 76-66 60zM-88-18L-72 4L-84 30Q-94 4-88-18z"/>
    <path class="c" d="M-100 90H100V100H-100z"/>`,
  courses: `<path class="a" d="M4-82C70-82 98-44 96-12C94 16 60 12 42 16C20 22 42 54 16 72C-20 92-96 62-96-4C-96-50-52-82 4-82z"/>
    <circle class="b" cx="-52" cy="-10" r="15"/><circle class="c" cx="-30" cy="-48" r="15"/><circle class="b" cx="16" cy="-54" r="15"/><circle class="c" cx="56" cy="-30" r="15"/><circle class="b" cx="-38" cy="36" r="15"/>
    <path class="c" d="M92 92L26 22L36 12L100 82z"/>`,
  family: `<path class="a" d="M10-98L78-30L10 50L-44-30z"/><path class="c" d="M10-98L78-30H-44z"/><path class="k" d="M10-98V50M-44-30H78M10 50Q-10 70-30 62Q-58 52-70 78Q-80 96-98 92"/>
    <path class="b" d="M-30 50l-6 24 22-6zM-66 66l-16 18 24 6z"/>`,
}
