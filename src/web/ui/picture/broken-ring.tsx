interface BrokenRingProps {
  className?: string | undefined;
  /** Pixels. */
  size?: number;
}

/** The city plan: streets around an empty center, open towards 12:00. Colored by `stroke` in CSS. */
export function BrokenRing({ className, size = 56 }: BrokenRingProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden>
      <path d="M21.1 6.8a10.5 10.5 0 1 1-18.2 0" strokeWidth="1.2" strokeLinecap="round" />
      <path d="M18.1 8.5a7 7 0 1 1-12.2 0" strokeWidth="1" strokeLinecap="round" opacity=".7" />
      <path d="M15.5 10a4 4 0 1 1-7 0" strokeWidth=".9" strokeLinecap="round" opacity=".5" />
    </svg>
  );
}
