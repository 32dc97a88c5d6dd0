import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { Streamdown } from "streamdown";

interface RivalMarkdownProps {
  text: string;
}

const PLUGINS = [remarkGfm];

export function ReactMarkdownText({ text }: RivalMarkdownProps) {
  return <ReactMarkdown remarkPlugins={PLUGINS}>{text}</ReactMarkdown>;
}

export function StreamdownText({ text, streaming }: RivalMarkdownProps & { streaming: boolean }) {
  return <Streamdown mode={streaming ? "streaming" : "static"}>{text}</Streamdown>;
}
