//! The worker's connection to the runner.
//!
//! A static, because a program over its memory limit must still be able to
//! write to it, from any thread and without allocating. The solution runs in
//! the same process and can do anything to the connection's descriptor: close
//! it, have another file opened under its number, fork. So it is looked at
//! before each message.

use std::io::{self, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process;
use std::sync::OnceLock;

use crate::protocol::{
    CHANNEL_LOST_EXIT_STATUS, Handshake, MEMORY_EXIT_STATUS, OUT_OF_MEMORY_LINE, Response, Wire,
};

static CHANNEL: OnceLock<Channel> = OnceLock::new();

/// The connection to the runner.
pub(crate) struct Channel {
    stream: TcpStream,
    /// Both ends of the stream when it was connected.
    ends: [SocketAddr; 2],
    /// The process that connected.
    process: u32,
}

impl Channel {
    /// Connects to the runner, once in the life of the program.
    pub(crate) fn connect(address: &str) -> io::Result<&'static Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let channel = Self {
            ends: ends(&stream)?,
            stream,
            process: process::id(),
        };
        Ok(CHANNEL.get_or_init(|| channel))
    }

    pub(crate) fn reader(&self) -> BufReader<&TcpStream> {
        BufReader::new(&self.stream)
    }

    pub(crate) fn shake_hands(&self, handshake: &Handshake) -> io::Result<()> {
        (&self.stream).write_all(handshake.to_line().as_bytes())
    }

    /// Sends the response. Ends the program if the connection is closed,
    /// or if this is a forked copy of it: one response is enough.
    pub(crate) fn respond(&self, response: &Response) {
        if process::id() != self.process {
            process::exit(0);
        }
        let line = response.to_line();
        self.check();
        if (&self.stream).write_all(line.as_bytes()).is_err() {
            lose();
        }
    }

    /// Ends the program if the stream is no longer the connection to the
    /// runner.
    pub(crate) fn check(&self) {
        if !self.is_intact() {
            lose();
        }
    }

    fn is_intact(&self) -> bool {
        ends(&self.stream).is_ok_and(|ends| ends == self.ends)
    }
}

fn lose() -> ! {
    process::exit(i32::from(CHANNEL_LOST_EXIT_STATUS));
}

fn ends(stream: &TcpStream) -> io::Result<[SocketAddr; 2]> {
    Ok([stream.local_addr()?, stream.peer_addr()?])
}

/// Tells the runner that the memory limit is exceeded, and ends the program.
/// Nothing in it may allocate.
pub(crate) fn out_of_memory() -> ! {
    if let Some(channel) = CHANNEL.get()
        && process::id() == channel.process
        && channel.is_intact()
    {
        let _ = (&channel.stream).write_all(OUT_OF_MEMORY_LINE);
    }
    process::exit(i32::from(MEMORY_EXIT_STATUS));
}
