class AocKit < Formula
  desc "Advent of Code workbench for Rust"
  homepage "https://github.com/aoc-kit/aoc-kit"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://github.com/aoc-kit/aoc-kit/releases/download/v@VERSION@/aoc-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "https://github.com/aoc-kit/aoc-kit/releases/download/v@VERSION@/aoc-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/aoc-kit/aoc-kit/releases/download/v@VERSION@/aoc-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "https://github.com/aoc-kit/aoc-kit/releases/download/v@VERSION@/aoc-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "aoc"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/aoc.bash" => "aoc"
    fish_completion.install "completions/aoc.fish"
    zsh_completion.install "completions/_aoc"
  end

  def caveats
    "Days are built with cargo: install Rust from https://rustup.rs, or with `brew install rustup`."
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/aoc --version")
  end
end
